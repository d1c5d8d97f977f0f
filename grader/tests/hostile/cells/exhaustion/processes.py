# Wrong answers that want more processes than there are.
#
# kind: exhaustion
# answers: wrong

# %% many_threads: graded or review, slow
import threading, time
def total(v, k):
    for i in range(5000):
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()

# %% fork_bomb: graded or review, slow
import os
def total(v, k):
    while True:
        try:
            os.fork()
        except OSError:
            pass
