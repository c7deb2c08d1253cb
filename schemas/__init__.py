"""JSON Schemas (draft 2020-12) for every record; ``cgr_audit.schema`` reads them."""
