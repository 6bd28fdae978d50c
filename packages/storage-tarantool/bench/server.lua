-- The queue module, and the same work done by it inside the server: what the client's rates are compared with.
local clock = require('clock')
local fiber = require('fiber')

require('queue').start{ shard = 0 }
local api = rawget(_G, 'queue')

box.schema.user.create('bench', {password = 'bench', if_not_exists = true})
-- The functions below run with the rights of who calls them.
box.schema.user.grant('bench', 'super', nil, nil, {if_not_exists = true})

-- As many calls wait for the log at the same time as the client has callers.
local FIBERS = 16

-- Tasks a second. `work` runs in every fiber and returns how many tasks it has dealt with.
local function rate(work)
    local from = clock.monotonic()
    local total, fibers = 0, {}
    for i = 1, FIBERS do
        fibers[i] = fiber.new(function()
            local count = work() -- apart: it yields, and others add to the total meanwhile
            total = total + count
        end)
        fibers[i]:set_joinable(true)
    end
    for _, each in ipairs(fibers) do assert(each:join()) end
    return {total / (clock.monotonic() - from)}
end

-- Puts in calls of `size`.
rawset(_G, 'bench_put', function(queue, calls, size, bytes)
    local data = string.rep('x', bytes)
    local group, left = {}, calls
    for i = 1, size do group[i] = {queue, data} end
    return rate(function()
        local count = 0
        while left > 0 do
            left = left - 1
            api.put({group})
            count = count + size
        end
        return count
    end)
end)

-- Takes and dones in calls of `size`, until the queue is empty.
rawset(_G, 'bench_drain', function(queue, size)
    return rate(function()
        local count = 0
        while true do
            local tasks = api.get(queue, size, 60000)[2]
            if #tasks == 0 then return count end
            local flat = {}
            for _, task in ipairs(tasks) do
                table.insert(flat, task[3])
                table.insert(flat, task[4])
            end
            count = count + api.done(flat)[1]
        end
    end)
end)
