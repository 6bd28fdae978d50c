--- The calls that wait for a ready task, in the order they came. As many are woken as tasks became ready.
local fiber = require('fiber')
local log = require('log')

local M = {}

local lines = {} -- queue -> { first, last }: a list of links, each { waiter, queue, before, after }
local sessions = {} -- session -> token -> waiter
local count = 0

--- Called with a queue when not all its waiters were woken; the timer puts itself here.
M.on_sleepers = function(_) end

function M.any()
    return count > 0
end

function M.count()
    return count
end

local function append(waiter, queue)
    local line = lines[queue]
    if line == nil then
        line = {}
        lines[queue] = line
    end
    local link = { waiter = waiter, queue = queue, before = line.last }
    if line.last ~= nil then line.last.after = link else line.first = link end
    line.last = link
    return link
end

local function unlink(link)
    local line = lines[link.queue]
    if link.before ~= nil then link.before.after = link.after else line.first = link.after end
    if link.after ~= nil then link.after.before = link.before else line.last = link.before end
    if line.first == nil then lines[link.queue] = nil end
end

local function line_up(waiter)
    waiter.links = {}
    for i, queue in ipairs(waiter.queues) do waiter.links[i] = append(waiter, queue) end
end

local function step_out(waiter)
    for _, link in ipairs(waiter.links) do unlink(link) end
    waiter.links = {}
end

--- A waiter of this session for these queues; `token` is the client's name for it.
function M.enter(session, token, queues)
    local waiter = { cond = fiber.cond(), queues = queues, session = session, token = token, woken_for = nil }
    line_up(waiter)
    sessions[session] = sessions[session] or {}
    sessions[session][token] = waiter
    count = count + 1
    return waiter
end

--- Behind the others again, after a wake-up that found nothing.
function M.enter_again(waiter)
    step_out(waiter)
    waiter.woken_for = nil
    line_up(waiter)
end

function M.leave(waiter)
    step_out(waiter)
    count = count - 1
    local mine = sessions[waiter.session]
    if mine ~= nil and mine[waiter.token] == waiter then
        mine[waiter.token] = nil
        if next(mine) == nil then sessions[waiter.session] = nil end
    end
end

--- Wakes up to `n` waiters of a queue.
function M.wake(queue, n)
    for _ = 1, n do
        local line = lines[queue]
        if line == nil then return end
        local waiter = line.first.waiter
        step_out(waiter)
        waiter.woken_for = queue
        waiter.cond:signal()
    end
    if lines[queue] ~= nil then M.on_sleepers(queue) end
end

--- After a commit: queue -> how many tasks became ready. Never throws: Tarantool would not survive it.
function M.wake_all(readied)
    local ok, err = pcall(function()
        for queue, n in pairs(readied) do M.wake(queue, n) end
    end)
    if not ok then log.error('queue: waking waiters failed: %s', err) end
end

--- Ends the waiter that this session calls `token`; whether there was one.
function M.cancel(session, token)
    local waiter = sessions[session] ~= nil and sessions[session][token] or nil
    if waiter == nil then return false end
    waiter.cancelled = true
    waiter.cond:signal()
    return true
end

--- Ends the waiters of a session that is gone: a call goes on when its client does not.
function M.end_session(session)
    for token in pairs(sessions[session] or {}) do M.cancel(session, token) end
end

--- Lets every waiter look at the clock; tests move it.
function M.stir()
    for _, mine in pairs(sessions) do
        for _, waiter in pairs(mine) do waiter.cond:signal() end
    end
end

--- The queues somebody waits for.
function M.queues()
    local queues = {}
    for queue in pairs(lines) do table.insert(queues, queue) end
    return queues
end

return M
