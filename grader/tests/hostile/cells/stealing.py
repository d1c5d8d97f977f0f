# What is not theirs: the first cell reads it, and would be right if it were there.
#
# kind: files and gradebook
# answers: wrong
# code: first

# %% reads_solutions_beside_it: graded or review
import glob, os
for d in ('.', '..', '../..', {ROOT}, '/home', os.path.expanduser('~'), '/'):
    for p in glob.glob(os.path.join(d, '**', '*hostile*.py'), recursive=True)[:3]:
        exec(open(p).read())

# %% reads_the_gradebook: graded or review
import glob, sqlite3
for p in glob.glob('/**/gradebook.db', recursive=True):
    sqlite3.connect(p).execute('update grade set manual_score = 100')

# %% reads_the_grader: graded or review
import sys
sys.path += [{ROOT}, {ROOT.parent}, '..']
from grader.tests.hostile import RIGHT
for s in RIGHT.values():
    exec(s)

# %% persists_in_the_home: graded or review
import os
p = os.path.expanduser('~/.ipython/profile_default/startup')
os.makedirs(p, exist_ok=True)
open(p + '/x.py', 'w').write('total = 1')

# %% persists_in_the_packages: graded or review
import os, jax
open(os.path.join(os.path.dirname(jax.__file__), 'x.py'), 'w').write('')

# %% persists_as_a_pth_file: graded or review
import site
open(site.getsitepackages()[0] + '/x.pth', 'w').write('import os')

# %% uses_the_network: graded or review
import urllib.request
exec(urllib.request.urlopen('http://127.0.0.1:8888/answers.py', timeout=3).read())

# %% uses_names_of_the_network: graded or review
import socket
socket.getaddrinfo('example.org', 80)

# %% reads_the_environment: graded or review
import os
print(dict(os.environ))
exec(os.environ['ANSWERS'])

# %% links_to_the_outside: graded or review
import os
os.symlink('/etc/passwd', '/tmp/x')
print(open('/tmp/x').read())

# %% becomes_root: graded or review
import os
os.setuid(0)

# %% looks_at_other_processes: graded or review
import glob
for p in glob.glob('/proc/[0-9]*/cmdline'):
    print(open(p).read())
