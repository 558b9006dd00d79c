"""Many machines: blocks played by the workers of a Dask cluster (docs/cluster.md)."""
