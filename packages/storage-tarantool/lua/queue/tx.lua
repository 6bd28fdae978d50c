--- One call is one transaction and one write to the log. Nothing inside may yield: Tarantool would
-- abort it. Waiters are woken only after the commit.
local clock = require('queue.clock')
local fail = require('queue.fail')
local role = require('queue.role')
local store = require('queue.store')
local tally = require('queue.tally')
local turns = require('queue.turns')
local waiters = require('queue.waiters')

local monotonic = require('clock').monotonic

local M = {}

--- Everything a transaction does but its begin and end.
local function body(change, a, b, c, d, e, f)
    role.check()
    local wall, lease = clock.now()
    local result = change({ wall = wall, lease = lease }, a, b, c, d, e, f)
    local readied = tally.flush(wall)
    -- Somebody who begins to wait before the commit sees the tasks themselves.
    if readied ~= nil and waiters.any() then
        box.on_commit(function() waiters.wake_all(readied) end)
    end
    return result
end

--- Joins the transaction of a Lua application: all of `change` or nothing, and no more of it is undone.
local function join(change, a, b, c, d, e, f)
    local savepoint = box.savepoint()
    local before = tally.begin()
    local ok, result = pcall(body, change, a, b, c, d, e, f)
    tally.restore(before)
    if ok then return result end
    box.rollback_to_savepoint(savepoint)
    error(fail.text(result), 0)
end

--- Runs `change(now, ...)` in a transaction and returns what it returns; throws if nothing happened.
function M.run(change, a, b, c, d, e, f)
    if store.in_transaction() then return join(change, a, b, c, d, e, f) end
    turns.await()
    local began = monotonic()
    box.begin()
    local before = tally.begin()
    local ok, result = pcall(body, change, a, b, c, d, e, f)
    tally.restore(before)
    turns.ended(began)
    if not ok then
        box.rollback()
        error(fail.text(result), 0)
    end
    local committed, err = pcall(box.commit)
    if not committed then
        box.rollback()
        error(fail.text(err), 0)
    end
    return result
end

return M
