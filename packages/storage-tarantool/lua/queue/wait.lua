--- The long poll: waits until one of the queues has a ready task. It takes nothing, for a call that
-- takes outlives a client that has gone, and would take for nobody.
local clock = require('queue.clock')
local limits = require('queue.limits')
local take = require('queue.take')
local task = require('queue.task')
local tx = require('queue.tx')
local waiters = require('queue.waiters')

local M = {}

--- Past the cap of waiters, `[]` after this long instead of a failure.
local BEYOND_CAP_MS = 1000

local function ready_among(now, queues)
    local ready = {}
    for _, queue in ipairs(queues) do
        task.advance(queue, now)
        if take.is_ready(queue) then table.insert(ready, queue) end
    end
    return ready
end

local function lease_now()
    return (select(2, clock.now()))
end

--- Sleeps until the waiter is woken (true) or its time is over or its caller gone (false).
local function sleep(waiter, deadline)
    while true do
        if waiter.cancelled then return false end
        if waiter.woken_for ~= nil then return true end
        local left = deadline - lease_now()
        if left <= 0 then return false end
        waiter.cond:wait(clock.source.pause(left))
    end
end

local function poll(waiter, queues, deadline)
    local ready = tx.run(ready_among, queues)
    while #ready == 0 and sleep(waiter, deadline) do
        waiters.enter_again(waiter) -- before looking: what becomes ready meanwhile must find it
        ready = tx.run(ready_among, queues)
    end
    return ready
end

local function contains(list, value)
    for _, each in ipairs(list) do
        if each == value then return true end
    end
    return false
end

--- Those of the queues that have a ready task, as soon as one has; `{}` after `timeout_ms`. Also
-- whether there were too many waiters already: then it is `{}` after a second.
function M.wait(session, queues, timeout_ms, token)
    if timeout_ms == 0 then return tx.run(ready_among, queues) end
    local deadline = lease_now() + timeout_ms
    local beyond_cap = waiters.count() >= limits.waiters
    if beyond_cap then
        deadline, queues = math.min(deadline, lease_now() + BEYOND_CAP_MS), {}
    end
    local waiter = waiters.enter(session, token, queues)
    local ok, ready = pcall(poll, waiter, queues, deadline)
    waiters.leave(waiter)
    -- A wake-up it makes no use of belongs to the next one.
    local wasted = waiter.woken_for ~= nil and (waiter.cancelled or not ok or not contains(ready, waiter.woken_for))
    if wasted then waiters.wake(waiter.woken_for, 1) end
    if not ok then error(ready, 0) end
    return waiter.cancelled and {} or ready, beyond_cap
end

return M
