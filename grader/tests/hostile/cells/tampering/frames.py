# Frames of its own on the channel between the runner and the grader.
#
# kind: tampering in the kernel
# answers: wrong

# %% [piece WRONG]
def total(v, k):
    return jnp.zeros((), 'int32')

# %% [piece SEND]
for d in range(3, 20):
    try:
        if stat.S_ISSOCK(os.fstat(d).st_mode):
            os.write(d, data)
    except OSError:
        pass

# %% [piece MAKE_FRAMES]
import json, os, stat, struct
def sized(data):
    return struct.pack(">I", len(data)) + data
def frame(message):
    return sized(json.dumps(message).encode())

# %% frame_forged: review
#+ WRONG
#+ MAKE_FRAMES
data = frame({'event': 'probe', 'nonce': '0' * 32, 'seen': {}, 'end': ['nothing', ''], 'warnings': []})
#+ SEND

# %% frame_forged_cell: review
#+ WRONG
#+ MAKE_FRAMES
data = frame({'event': 'cell', 'nonce': None, 'outputs': [], 'ended': 'ok', 'said': '', 'line': None})
#+ SEND

# %% frame_closed: review
#+ WRONG
#+ MAKE_FRAMES
data = frame({'event': 'closed', 'status': 0})
#+ SEND

# %% frame_closed_with_odd_status: review
#+ WRONG
#+ MAKE_FRAMES
data = frame({'event': 'closed', 'status': [[]]})
#+ SEND

# %% frame_impossible_size: review
#+ WRONG
#+ MAKE_FRAMES
data = b'\xff\xff\xff\xff' + b'x' * 100
#+ SEND

# %% frame_deeply_nested: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'[' * 100000)
#+ SEND

# %% frame_deeply_nested_closed: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'{"event":' * 5000 + b'1' + b'}' * 5000)
#+ SEND

# %% frame_huge_number: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'{"event": "cell", "line": ' + b'9' * 4000 + b'}')
#+ SEND

# %% frame_endless_number: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'{"event": ' + b'9' * 100000 + b'}')
#+ SEND

# %% frame_not_a_number: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'{"event": NaN}')
#+ SEND

# %% frame_key_twice: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'{"event": "sign", "event": "cell"}')
#+ SEND

# %% frame_surrogates: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'{"event": "\\ud800"}')
#+ SEND

# %% frame_no_unicode: review
#+ WRONG
#+ MAKE_FRAMES
data = sized(b'\xff\xfe\x00')
#+ SEND

# %% frame_of_signs: review
#+ WRONG
#+ MAKE_FRAMES
data = frame({'event': 'sign', 'said': 'x' * 100000}) * 20
#+ SEND

# %% frame_flood: review
#+ WRONG
#+ MAKE_FRAMES
data = b'\x00\x00\x00\x02{}' * 20000
#+ SEND
