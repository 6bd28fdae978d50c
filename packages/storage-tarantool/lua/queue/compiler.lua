--- Keeps LuaJIT from what crashes the server. When a trace reaches its limit of snapshots, the compiler gives it up;
-- in two places it does so with the stack moved (in the LuaJIT of Tarantool 2.6.0 at least), and the interpreter
-- goes on with the frame of another function. One start in thirty ended like that within 3,000 tasks.
--
-- 1. Where it stitches a trace to a function of C that it cannot compile: forbidden here, for the whole server.
--    What it costs is in the noise.
-- 2. Where it records a call by FFI that returns a bool: call none that does, box.is_in_txn included.
--
-- compiler_test.lua shows both.
require('jit.opt').start('minstitch=100000')
