--- When the timer next has to look at a queue. Hints only, kept in memory: too early costs one look,
-- and every call moves what is due by itself, so nothing rests on them but promptness.
local M = {}

local looks = {} -- queue -> when, by the clock of leases
local earliest = math.huge
--- Called when something is due earlier than all before; the timer puts itself here.
M.on_earlier = function() end

--- Something in this queue is due then.
function M.arm(queue, lease_time)
    local known = looks[queue]
    if known ~= nil and known <= lease_time then return end
    looks[queue] = lease_time
    if lease_time < earliest then
        earliest = lease_time
        M.on_earlier()
    end
end

--- The same for a moment of the wall clock.
function M.arm_wall(queue, wall_time, now)
    M.arm(queue, wall_time - now.wall + now.lease)
end

--- Takes out the queues that are due.
function M.take(lease_now)
    local queues = {}
    earliest = math.huge
    for queue, at in pairs(looks) do
        if at <= lease_now then
            table.insert(queues, queue)
            looks[queue] = nil
        elseif at < earliest then
            earliest = at
        end
    end
    return queues
end

function M.earliest()
    return earliest
end

function M.clear()
    looks = {}
    earliest = math.huge
end

return M
