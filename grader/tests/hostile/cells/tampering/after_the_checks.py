# What is done after the last check.
#
# kind: tampering in the kernel
# answers: wrong
# code: last

# %% walks_frames_after_the_last_check: graded
import sys
sys._getframe()
