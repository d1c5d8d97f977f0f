# Answers to exercise 1 that want more than there is: time, memory, output. The second answer is right and must keep
# its points.
#
# kind: exhaustion
# answers: right

# %% endless_loop: graded or review, 4 points, slow
def total(v, k):
    while True:
        pass

# %% endless_loop_that_ignores_its_end: graded or review, 4 points, slow
def total(v, k):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

# %% endless_sleep: graded or review, 4 points, slow
import time
def total(v, k):
    time.sleep(10**6)

# %% endless_regex: graded or review, 4 points, slow
import re
def total(v, k):
    re.match('(a*)*b', 'a' * 40)

# %% endless_c_call: graded or review, 4 points, slow
def total(v, k):
    return 9 ** 9 ** 9

# %% much_memory: graded or review, 4 points
def total(v, k):
    return bytearray(8 * 2**30)

# %% memory_bit_by_bit: graded or review, 4 points, slow
def total(v, k):
    x = []
    while True:
        x.append(bytearray(50 * 2**20))

# %% much_memory_in_jax: graded or review, 4 points
def total(v, k):
    return jnp.zeros((200_000, 200_000))

# %% deep_recursion: graded or review, 4 points
def total(v, k):
    return total(v, k) + 1

# %% full_disk: graded or review, 4 points
def total(v, k):
    with open('/tmp/x', 'wb') as f:
        while True:
            f.write(b'x' * 2**20)

# %% many_files: graded or review, 4 points, slow
import os
def total(v, k):
    os.chdir('/tmp')
    for i in range(10**6):
        os.mkdir(str(i))

# %% large_output_in_lines: graded or review, 4 points
def total(v, k):
    for i in range(10**6):
        print('line', i)

# %% large_output_in_one_line: graded or review, 4 points
def total(v, k):
    print('x' * 10**8)

# %% large_answer: graded or review, 4 points
def total(v, k):
    return 'x' * 10**8

# %% large_list: graded or review, 4 points
def total(v, k):
    return [list(range(1000))] * 10**5

# %% large_number: graded or review, 4 points
def total(v, k):
    return 10 ** 100_000

# %% bottomless_list: graded or review, 4 points
def total(v, k):
    x = []
    for i in range(900):
        x = [x]
    return x

# %% stderr_flood: graded or review, 4 points
import os
def total(v, k):
    for i in range(100):
        os.write(2, b'x' * 2**16)

# %% warnings_flood: graded or review, 4 points
import warnings
def total(v, k):
    for i in range(20_000):
        warnings.warn(str(i))
