# Cells of the learner's own that want more than there is. The answers are right.
#
# kind: exhaustion
# answers: right
# code: first

# %% endless_cell: graded, 6 points, slow
while True:
    pass

# %% many_displays: graded, 6 points
from IPython.display import display, HTML
for i in range(20_000):
    display(HTML('<b>x</b>'))

# %% large_display: graded, 6 points
from IPython.display import display, HTML
display(HTML('x' * 10**8))

# %% printed_100_megabytes: graded, 6 points
for i in range(1000):
    print('x' * 10**5)

# %% stderr_pipe_filled: graded, 6 points
import os
for i in range(200):
    os.write(2, b'x' * 10**5)

# %% memory_held_by_an_error: graded, 6 points
def fill(kept):
    while True:
        kept.append(bytearray(2**24))
fill([])

# %% asks_for_input: graded, 6 points
input('name?')
import sys
sys.stdin.read()
