--- The fiber that makes due tasks prompt, wakes those who wait for them, and forgets old put ids. It
-- sleeps until something is due, survives every error, and nothing rests on it but promptness.
local clock = require('queue.clock')
local due = require('queue.due')
local fiber = require('fiber')
local log = require('log')
local limits = require('queue.limits')
local put_ids = require('queue.put_ids')
local role = require('queue.role')
local take = require('queue.take')
local task = require('queue.task')
local tx = require('queue.tx')
local waiters = require('queue.waiters')

local M = {}

--- How long a woken waiter has to take the task before the next one is woken for it.
local NUDGE_MS = 100
--- Passes are at least this far apart: a thousand tasks that come due one by one are few writes.
local APART_MS = 5
local RETRY_MS = 1000
--- Stands for the put ids among the queues of due.lua.
local PUT_IDS = 0

local cond = fiber.cond()
local nudges = {} -- queue -> when, by the clock of leases
local running

due.on_earlier = function() cond:signal() end

waiters.on_sleepers = function(queue)
    if nudges[queue] ~= nil then return end
    local _, lease = clock.now()
    nudges[queue] = lease + NUDGE_MS
    cond:signal()
end

--- Moves a bounded number, and plans the next look.
local function advance(now, queue)
    local finished = task.advance(queue, now)
    due.arm(queue, finished and task.next_due(queue, now) or now.lease)
end

local function forget_put_ids(now)
    local next_time = put_ids.forget(now, limits.moves)
    if next_time ~= nil then due.arm_wall(PUT_IDS, math.max(next_time, now.wall), now) end
end

local function wake_sleepers(lease)
    local queues = {}
    for queue, at in pairs(nudges) do
        if at <= lease then table.insert(queues, queue) end
    end
    for _, queue in ipairs(queues) do
        nudges[queue] = nil
        if take.is_ready(queue) then waiters.wake(queue, 1) end
    end
end

--- Does all that is due. True when it may not have been everything.
function M.pass()
    local _, lease = clock.now()
    local queues = due.take(lease)
    for i, queue in ipairs(queues) do
        local ok, err = pcall(tx.run, queue == PUT_IDS and forget_put_ids or advance, queue)
        if not ok then
            -- What has not been looked at keeps its turn.
            for j = i, #queues do due.arm(queues[j], lease + RETRY_MS) end
            error(err, 0)
        end
    end
    wake_sleepers(lease)
    return due.earliest() <= lease
end

local function next_pass()
    local at = due.earliest()
    for _, nudge in pairs(nudges) do at = math.min(at, nudge) end
    return at
end

local function loop()
    fiber.name('queue_timer')
    while true do
        local ok, err = pcall(function()
            role.wait_serving()
            M.pass()
        end)
        if not ok then log.error('queue: the timer goes on after an error: %s', err) end
        local _, lease = clock.now()
        fiber.sleep(clock.source.pause(ok and APART_MS or RETRY_MS))
        local left = next_pass() - lease - APART_MS
        if left > 0 then cond:wait(clock.source.pause(math.min(left, 3600000))) end
    end
end

--- Looks at all queues anew and runs the fiber, unless it does. Also after the node became writable.
function M.start()
    due.clear()
    due.arm(PUT_IDS, 0)
    for _, row in box.space.queue_stat:pairs() do due.arm(tonumber(row[1]), 0) end
    if running == nil or running:status() == 'dead' then running = fiber.create(loop) end
    cond:signal()
end

return M
