"""The lessons on other JAX versions and devices, and the table of facts."""
