-- A Tarantool instance with the queue and nothing else. Its settings are environment variables:
--
--   QUEUE_LISTEN     127.0.0.1:3301, or a path of a unix socket
--   QUEUE_DIR        where the data live; the current directory by default
--   QUEUE_MEMORY     bytes for tasks and indexes, 256 MiB by default
--   QUEUE_WAL_MODE   write (survives the death of the process) or fsync (a power cut, too)
--   QUEUE_SHARD      the number of this shard, 0 by default
--   QUEUE_USER, QUEUE_PASSWORD   a user to make, with the roles of workers and administrators
-- Absolute: box.cfg changes the directory.
local here = require('fio').abspath(debug.getinfo(1, 'S').source:match('^@(.*)/[^/]*$') or '.')
package.path = here .. '/?.lua;' .. here .. '/?/init.lua;' .. package.path

local env = os.getenv
box.cfg({
    work_dir = env('QUEUE_DIR'),
    memtx_memory = tonumber(env('QUEUE_MEMORY') or 256 * 1024 * 1024),
    -- A payload of 1 MiB and what belongs to it.
    memtx_max_tuple_size = 2 * 1024 * 1024,
    wal_mode = env('QUEUE_WAL_MODE') or 'write',
    -- Waiting calls count; above it the server stops reading all sockets.
    net_msg_max = 4096,
    readahead = 1024 * 1024,
    log_level = tonumber(env('QUEUE_LOG_LEVEL') or 5),
})

require('queue').start({ shard = tonumber(env('QUEUE_SHARD') or 0) })

local user = env('QUEUE_USER')
if user ~= nil and not box.info.ro then
    box.schema.user.create(user, { if_not_exists = true })
    box.schema.user.passwd(user, env('QUEUE_PASSWORD') or '')
    for _, role in ipairs({ 'queue_worker', 'queue_admin' }) do
        box.schema.user.grant(user, role, nil, nil, { if_not_exists = true })
    end
end

-- Only now: a client never meets a server without its functions.
box.cfg({ listen = env('QUEUE_LISTEN') or '127.0.0.1:3301' })
io.stdout:write('READY ' .. tostring(box.info.listen or box.cfg.listen) .. '\n')
io.stdout:flush()
