"""A pytest plugin for replay.py: cells go into the kernel's history, as in Jupyter.

nbval keeps them out, and IPython then does not see the `;` at a cell's end that hides its value.
"""

from nbval.kernel import RunningKernel


def execute_cell_input(self, cell_input, allow_stdin=None):
    return self.kc.execute(cell_input, store_history=True, allow_stdin=allow_stdin, stop_on_error=False)


RunningKernel.execute_cell_input = execute_cell_input
