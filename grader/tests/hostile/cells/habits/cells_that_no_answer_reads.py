# Honest habits: cells that no answer reads. Every file here is right, and must get its points without a second look;
# those that go to a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% threads_and_processes_in_scratch: graded, 6 points
#: Somebody tries what else can run at once, in cells of their own.
# %% [last]
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import Queue
q = Queue()
worker = threading.Thread(target=lambda: q.put(int(total(jnp.arange(3), 2))), daemon=True)
worker.start(); worker.join()
with ThreadPoolExecutor(2) as pool:
    print([job.result() for job in as_completed([pool.submit(total, jnp.arange(3), k) for k in (1, 2)])])
# %% [last]
import multiprocessing as mp
if __name__ == "__main__":
    with mp.Pool(1) as pool:
        print(mp.cpu_count(), pool.map(abs, [-1]))

# %% awaits_in_the_answer: graded, 6 points
#: Somebody tests with an async function, awaited at the top of the answer cell.
# %% [ex1]
import asyncio

def total(v, k):
    return jnp.sum(v) * k

async def try_it():
    await asyncio.sleep(0.01)
    return total(jnp.arange(3), 2)

print(await try_it())
# %% [last]
import asyncio
asyncio.run(try_it())
# %% [last]
async for x in ():
    pass

# %% threads_in_a_helper: review, 4 points
#: Somebody adds up in a pool of threads. A teacher finds it fair: what else runs while the answer is judged cannot be
#: read off the text.
# %% [first]
from concurrent.futures import ThreadPoolExecutor

def add_up(numbers):
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(int, numbers))
# %% [ex1]
def total(v, k):
    if isinstance(v, jax.core.Tracer):
        return jnp.sum(v) * k
    return jnp.asarray(add_up(np.asarray(v)) * k, v.dtype)

# %% restarts_the_runtime: graded, 6 points
#: Somebody restarts Colab's runtime by killing it, then leaves with exit().
# %% [first]
!pip install -q equinox
import os
os.kill(os.getpid(), 9)
# %% [last]
exit()

# %% trains_for_long: graded, 6 points
#: Somebody's scratch cell takes longer than a cell may.
# %% [between]
import time
for epoch in range(12):
    time.sleep(1)
    print(epoch)

# %% asks_whether_this_is_colab: graded, 6 points
#: Somebody's first cell finds out where it runs and mounts the drive.
# %% [first]
import os, sys
IN_COLAB = "google.colab" in sys.modules
if IN_COLAB:
    from google.colab import drive
    drive.mount("/content/drive")
    os.chdir("/content/drive/MyDrive/course")
print("Colab" if IN_COLAB or "google.colab" in str(get_ipython()) else "at home")
# %% [first]
print(sorted(globals())[:3], locals().keys() == globals().keys())

# %% asks_for_colab_in_the_answer: graded, 6 points
#: Somebody asks in the answer whether this is Colab.
import sys

def total(v, k):
    if "google.colab" in sys.modules:
        print("on Colab")
    return jnp.sum(v) * k

# %% keeps_accounts: graded, 6 points
#: Somebody logs runs, profiles, pickles and calls programs, in cells of their own.
# %% [first]
import wandb
wandb.init(project='course')
# %% [first]
import subprocess
subprocess.run(['ls', '-l'])
# %% [last]
with jax.profiler.trace('/tmp/trace_of_mine'):
    total(jnp.arange(3), 2).block_until_ready()
# %% [last]
import pickle, copy
pickle.loads(pickle.dumps({'a': 1})), copy.deepcopy(total)
# %% [last]
In[-1], Out, _, __

# %% deletes_and_redefines: graded, 6 points
#: Somebody cleans up at the end: deletes, renames, and overwrites the names of the answers' arguments.
# %% [last]
v, k, f, x = 1, 2, 3, 4
for name in ['v', 'k']:
    del globals()[name]
# %% [last]
sum = max = len = None
jnp = np
