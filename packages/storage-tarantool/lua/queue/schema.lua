--- The spaces, and how they came to be: numbered migrations, each safe to run again.
local fail = require('queue.fail')

local M = {}

--- What the five states are called in the rank of tasks. Never renumber.
M.STATE = { READY = 1, DELAYED = 2, TAKEN = 3, BLOCKED = 4, DEAD = 5 }

--- Fields of a task, in order. `rank` (see rank.lua) and `time` give its place among those of its queue in the same
-- state; `time` is its start if it is ready or delayed, its deadline if it is taken, the moment of its death if it is
-- dead, and 0 if it is blocked. All that is not an unsigned integer stands at the end: rows.lua reads them in this order.
M.TASK_FORMAT = {
    { name = 'rank', type = 'unsigned' },
    { name = 'time', type = 'unsigned' },
    { name = 'id', type = 'unsigned' },
    { name = 'lease', type = 'unsigned' },
    { name = 'start_time', type = 'unsigned' },
    { name = 'prev_start_time', type = 'unsigned', is_nullable = true },
    { name = 'attempts', type = 'unsigned' },
    { name = 'timeouts', type = 'unsigned' },
    { name = 'priority', type = 'unsigned' },
    { name = 'visibility_ms', type = 'unsigned' },
    { name = 'created_at', type = 'unsigned' },
    { name = 'ttl_ms', type = 'unsigned', is_nullable = true },
    { name = 'expires_at', type = 'unsigned', is_nullable = true },
    { name = 'key', type = 'string', is_nullable = true },
    { name = 'headers', type = 'string', is_nullable = true },
    { name = 'error', type = 'string', is_nullable = true },
    -- bin; null where the payload is in the space of its own
    { name = 'data', type = 'any', is_nullable = true },
}

--- The five states, then what only ever grows.
M.COUNTERS = {
    'ready', 'delayed', 'taken', 'blocked', 'dead',
    'put', 'done', 'retried', 'timed_out', 'released', 'expired', 'buried', 'cancelled',
}

local function space(name, format, ...)
    local created = box.schema.space.create('queue_' .. name, { format = format, if_not_exists = true })
    for _, index in ipairs({ ... }) do
        created:create_index(index.name or 'pk', { parts = index.parts, if_not_exists = true })
    end
end

local function unsigned(...)
    local fields = {}
    for i, name in ipairs({ ... }) do fields[i] = { name = name, type = 'unsigned' } end
    return fields
end

local function create_spaces()
    space('task', M.TASK_FORMAT,
        { parts = { 'id' } },
        { name = 'order', parts = { 'rank', 'time', 'id' } })
    space('payload', { { name = 'id', type = 'unsigned' }, { name = 'data', type = 'any' } }, { parts = { 'id' } })
    space('key', {
        { name = 'queue', type = 'unsigned' }, { name = 'key', type = 'string' },
        { name = 'head', type = 'unsigned' }, { name = 'since', type = 'unsigned' },
    }, { parts = { 'queue', 'key' } })
    space('key_wait', {
        { name = 'queue', type = 'unsigned' }, { name = 'key', type = 'string' }, { name = 'id', type = 'unsigned' },
    }, { parts = { 'queue', 'key', 'id' } })
    space('expiry', unsigned('queue', 'expires_at', 'id'), { parts = { 'queue', 'expires_at', 'id' } })
    space('put_id', {
        { name = 'queue', type = 'unsigned' }, { name = 'put_id', type = 'string' },
        { name = 'id', type = 'unsigned' }, { name = 'until', type = 'unsigned' },
    }, { parts = { 'queue', 'put_id' } }, { name = 'until', parts = { 'until', 'queue', 'put_id' } })
    space('record', {
        { name = 'key', type = 'string' }, { name = 'version', type = 'unsigned' }, { name = 'value', type = 'any' },
    }, { parts = { 'key' } })
    local stat = unsigned('queue', 'time')
    table.insert(stat, { name = 'paused', type = 'boolean' })
    for _, name in ipairs(M.COUNTERS) do table.insert(stat, { name = name, type = 'integer' }) end
    space('stat', stat, { parts = { 'queue' } })
end

--- Layouts before this one were never released: nothing reads them any more.
M.OLDEST = 2
M.VERSION = 2

local MIGRATIONS = {
    [2] = create_spaces,
}

--- What the meta row called `name` says, or `nil`.
function M.meta(name)
    local row = box.space.queue_meta:get(name)
    return row ~= nil and tonumber(row[2]) or nil
end

function M.set_meta(name, value)
    box.space.queue_meta:replace({ name, value })
end

local function stored_version()
    if box.space.queue_meta == nil then return 0 end
    return M.meta('schema') or 0
end

--- Refuses data that a newer or an unreleased module wrote, and those of another shard.
function M.check(shard)
    local version = stored_version()
    if version > M.VERSION then
        fail.raise('INCOMPATIBLE', 'the data have schema version %d, this module knows %d; install a newer one',
            version, M.VERSION)
    end
    if version > 0 and version < M.OLDEST then
        fail.raise('INCOMPATIBLE', 'the data have the layout of a module before the first release; drain them with '
            .. 'that one, or start this one in an empty directory')
    end
    local stored = version > 0 and M.meta('shard') or shard
    if stored ~= shard then
        fail.raise('INCOMPATIBLE', 'the data are those of shard %d, not %d; correct the option shard', stored, shard)
    end
end

--- Brings the data to the schema of this module. On the writable node only.
function M.migrate(shard)
    box.schema.space.create('queue_meta', {
        format = { { name = 'name', type = 'string' }, { name = 'value', type = 'unsigned' } }, if_not_exists = true,
    }):create_index('pk', { parts = { 'name' }, if_not_exists = true })
    for version = math.max(stored_version() + 1, M.OLDEST), M.VERSION do
        MIGRATIONS[version]()
        M.set_meta('schema', version)
    end
    if M.meta('shard') == nil then M.set_meta('shard', shard) end
    if M.meta('last_id') == nil then M.set_meta('last_id', shard * 2 ^ 44) end
end

return M
