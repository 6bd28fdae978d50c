--- Memory filled to the mark with real payloads, and drained again.
local world = require('test.world')

local M = {}

local function fill(bytes)
    local group, count = {}, 0
    for i = 1, math.max(1, math.min(100, 100000 / bytes)) do group[i] = { 1, ('x'):rep(bytes) } end
    while true do
        local ok, err = pcall(queue.put, { group })
        if not ok then return count, err end
        count = count + #group
    end
end

local function used()
    local info = box.slab.info()
    return tonumber(info.arena_used) / tonumber(info.quota_size)
end

local function retries(leases)
    local flat = {}
    for i = 1, #leases, 2 do
        for _, value in ipairs({ leases[i], leases[i + 1], box.NULL, 0, 'failed' }) do table.insert(flat, value) end
    end
    return flat
end

--- Everything a worker does to tasks, until there are none.
local function drain(test)
    local retried, released, buried, done = 0, 0, 0, 0
    while true do
        local leases = world.take(1000)
        if #leases == 0 then break end
        retried = retried + queue.retry(retries(leases))[1]
        leases = world.take(1000)
        released = released + queue.release(leases)[1]
        leases = world.take(1000)
        test:is(queue.touch({ leases[1], leases[2], 1000 })[1], 1)
        buried = buried + queue.bury({ table.remove(leases, 1), table.remove(leases, 1), 'broken' })[1]
        done = done + queue.done(leases)[1]
    end
    test:is(world.stat().ready + world.stat().taken, 0)
    test:ok(retried > 0 and released > 0 and buried > 0, 'retry, release and bury found room')
    repeat until not queue.clear(1)[2]
    return done + buried
end

--- The case for payloads of this size; the memory ends up used to between `low` and `high`.
function M.case(bytes, low, high)
    local name = 'with payloads of %d bytes puts end at the mark, and everything else goes on'
    return { name:format(bytes), function(test)
        local count, err = fill(bytes)
        test:like(err, '^STORAGE_FULL: %d+ %% of the memory')
        test:ok(used() > low and used() < high, ('%.0f %% are used by %d tasks'):format(100 * used(), count))
        local commit = world.error_of(queue.commit, {}, {}, {}, {}, {}, {}, { 'r', 'v' }, {}, { { 1, 'x' } })
        test:like(commit, '^STORAGE_FULL')
        test:is(drain(test), count, 'drained to the last')
        test:is(box.space.queue_task:len(), 0)
        test:is(box.space.queue_payload:len(), 0, 'with all payloads')
        test:ok(world.put() > 0, 'and open again')
        repeat until not queue.clear(1)[2]
    end }
end

return M
