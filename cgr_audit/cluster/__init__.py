"""Work on other machines: Dask behind the same seams as processes and threads of this one (extra ``dask``)."""
