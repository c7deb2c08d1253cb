"""What runs inside the sandbox. These modules are started once, when the component is built, and snapshotted."""
