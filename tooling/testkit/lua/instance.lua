-- One Tarantool for tests. Its settings come from the environment; see src/tarantool.ts.
-- It listens last: whoever can connect finds everything in place.
local env = os.environ()

package.path = (env.TESTKIT_LUA_PATH or '') .. package.path

box.cfg{
    work_dir = env.TESTKIT_DIR,
    memtx_memory = tonumber(env.TESTKIT_MEMORY_MB) * 1024 * 1024,
    memtx_max_tuple_size = 2 * 1024 * 1024,
    wal_mode = env.TESTKIT_WAL_MODE,
    log_level = 4,
    checkpoint_interval = 0,
    readahead = 1024 * 1024,
    net_msg_max = 4096,
}

if env.TESTKIT_SCRIPT ~= nil then
    dofile(env.TESTKIT_SCRIPT)
end

box.cfg{listen = env.TESTKIT_LISTEN}
io.stdout:write('READY\n')
io.stdout:flush()
