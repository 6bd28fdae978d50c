--- The functions that clients call as `queue.<name>`, and no others. Each returns one array whose first
-- element is a number (the old CALL of some drivers unwraps a table of tables), or throws a text that
-- begins with a code. null stands for what is left out. Times are epoch milliseconds. Positions count
-- from 0.
--
--   hello(protocol)                     [protocol, {module, schema, shard, writable, now, features}]
--   put(groups)                         [groups, [[id, …] | "CODE: text", …]]
--       a group is a list of requests (see request.lua), all or nothing; one that fails, fails alone
--   get(queue, count, visibility_ms)    [0, tasks, payloads, more]   tasks as stored, see schema.lua
--   done, release([id, lease, …])       [settled, positions of the lost]
--   touch([id, lease, visibility_ms, …]), bury([id, lease, error, …]),
--   retry([id, lease, start, delay_ms, error, …])                    the same
--   wait(queues, timeout_ms, token)     [count, queues]              -1 for count: too many wait already
--   cancel_wait(token)                  [0 or 1]
--   stat()                              [count, rows]                see stats.lua
--   peek(ids)                           [skew, tasks, payloads, more]
--   list(queue, state, limit, rank, time, id)                        the same
--   kick(queue, count, ids), run_now(ids), bury_waiting(ids, error), cancel(ids)
--                                       [changed, positions of the skipped]
--   clear(queue)                        [cancelled, more]            one chunk; repeat while more
--   pause(queue, paused)                [1]
--   get_records(keys)                   [keys looked at, records]    the rest would not fit: ask again
--   list_records(prefix, after, limit)  [count, records]
--   commit(expect, done, retry, release, bury, cancel, set, del, put)
--                                       [1, ids] | [0, kind, key or id]
local admin = require('queue.admin')
local check = require('queue.check')
local clock = require('queue.clock')
local commit = require('queue.commit')
local fail = require('queue.fail')
local leases = require('queue.leases')
local limits = require('queue.limits')
local put = require('queue.put')
local records = require('queue.records')
local role = require('queue.role')
local schema = require('queue.schema')
local stats = require('queue.stats')
local take = require('queue.take')
local tx = require('queue.tx')
local version = require('queue.version')
local wait = require('queue.wait')
local waiters = require('queue.waiters')

local M = {}

function M.hello(_)
    local wall = clock.now()
    return {
        version.PROTOCOL,
        {
            module = version.MODULE,
            schema = schema.VERSION,
            shard = role.shard,
            writable = role.is_serving(),
            now = wall,
            features = version.FEATURES,
        },
    }
end

function M.put(groups)
    check.list(groups, 'groups')
    return tx.run(put.put_groups, groups)
end

function M.get(queue, count, visibility_ms)
    return tx.run(take.take, check.queue(queue), check.integer(count, 'count', 1, limits.entries),
        check.integer(visibility_ms, 'visibility_ms', 1, limits.time_ms))
end

for kind in pairs(leases.KINDS) do
    M[kind] = function(flat)
        return tx.run(leases.settle_all, kind, flat)
    end
end

function M.wait(queues, timeout_ms, token)
    check.list(queues, 'queues')
    for i, queue in ipairs(queues) do queues[i] = check.queue(queue) end
    local ready, beyond_cap =
        wait.wait(box.session.id(), queues, check.time(timeout_ms, 'timeout_ms'), check.id(token))
    return { beyond_cap and -1 or #ready, ready }
end

function M.cancel_wait(token)
    return { waiters.cancel(box.session.id(), check.id(token)) and 1 or 0 }
end

function M.stat()
    return stats.rows(tx.run(stats.advance))
end

function M.peek(ids)
    return tx.run(admin.peek, ids)
end

local function state_of(name)
    return type(name) == 'string' and schema.STATE[name:upper()] or fail.invalid('there is no state %s', tostring(name))
end

function M.list(queue, state, limit, rank, time, id)
    return tx.run(admin.list, check.queue(queue), state_of(state), check.integer(limit, 'limit', 1, limits.entries),
        check.optional_time(rank, 'rank'), check.optional_time(time, 'time'), check.optional_time(id, 'id'))
end

function M.kick(queue, count, ids)
    return tx.run(admin.kick, check.queue(queue), count, ids)
end

function M.run_now(ids)
    return tx.run(admin.run_now, ids)
end

function M.bury_waiting(ids, error_text)
    return tx.run(admin.bury_waiting, ids, error_text)
end

function M.cancel(ids)
    return tx.run(admin.cancel, ids)
end

function M.clear(queue)
    return tx.run(admin.clear, check.queue(queue))
end

function M.pause(queue, paused)
    return tx.run(admin.pause, check.queue(queue), paused == true)
end

function M.get_records(keys)
    role.check()
    check.list(keys, 'keys')
    for _, key in ipairs(keys) do check.name(key, 'key') end
    local found, looked_at = records.get(keys)
    return { looked_at, found }
end

function M.list_records(prefix, after, limit)
    role.check()
    local found = records.list(check.text(prefix, 'prefix', math.huge), check.optional_text(after, 'after', math.huge),
        check.integer(limit, 'limit', 1, limits.entries))
    return { #found, found }
end

function M.commit(expect, done, retry, release, bury, cancel, set, del, puts)
    return tx.run(commit.commit, {
        expect = expect, done = done, retry = retry, release = release, bury = bury,
        cancel = cancel, set = set, del = del, put = puts,
    })
end

return M
