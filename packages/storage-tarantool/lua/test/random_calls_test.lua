-- Many random calls in one process: enough for LuaJIT to compile everything that can get hot, in many
-- combinations. What compiled code does wrong with the C API ends the server, and the file fails.
-- Without what compiler.lua says every other run of 60,000 calls did so. QUEUE_RANDOM_CALLS makes it longer,
-- QUEUE_RANDOM_SEED repeats one.
local rank_of = require('queue.rank')
local world = require('test.world')
world.start({}, { wal_mode = 'none' })

local CALLS = tonumber(os.getenv('QUEUE_RANDOM_CALLS') or 20000)
local SEED = tonumber(os.getenv('QUEUE_RANDOM_SEED') or os.time())

local random, NULL = math.random, box.NULL
local STATES = { 'ready', 'delayed', 'taken', 'blocked', 'dead' }
local leases = {}

local function a_lease()
    local lease = leases[random(#leases + 1)] or { 1, 1 }
    return lease[1], lease[2]
end

local function sometimes(one_in, value)
    return random(one_in) == 1 and value or NULL
end

local function a_put()
    local keyed = random(2) == 1
    return {
        random(3), ('x'):rep(random(10) == 1 and 600 or random(5)), NULL, sometimes(3, random(100)), random(2) - 1,
        sometimes(4, random(200)), keyed and 'k' .. random(3) or NULL, keyed and random(4) or NULL,
        sometimes(4, '{"a":"1"}'), sometimes(5, 'p' .. random(50)),
    }
end

local function puts()
    local group = {}
    for i = 1, random(3) do group[i] = a_put() end
    return group
end

local CALLS_OF = {
    function() queue.put({ puts() }) end,
    function() queue.put({ puts(), puts() }) end,
    function()
        for _, task in ipairs(queue.get(random(3), random(4), random(200))[2]) do
            table.insert(leases, { task[3], task[4] })
        end
        if #leases > 300 then leases = {} end
    end,
    function() queue.done({ a_lease() }) end,
    function()
        local id, lease = a_lease()
        queue.retry({ id, lease, NULL, random(50), 'failed' })
    end,
    function() queue.release({ a_lease() }) end,
    function()
        local id, lease = a_lease()
        queue.bury({ id, lease, 'broken' })
    end,
    function()
        local id, lease = a_lease()
        queue.touch({ id, lease, random(100) })
    end,
    function() queue.kick(random(3), random(3)) end,
    function() queue.peek({ (a_lease()), 1, 2 }) end,
    function() queue.list(random(3), STATES[random(#STATES)], 3) end,
    function() queue.stat() end,
    function() queue.cancel({ (a_lease()) }) end,
    function()
        queue.commit({ 'r', random(3) - 1 }, { a_lease() }, {}, {}, {}, {}, { 'r', 'v' }, {}, puts())
    end,
    function() queue.wait({ 1, 2 }, 0, 1) end,
    function() world.clock.advance(random(100)) end,
    function() if random(20) == 1 then queue.clear(random(3)) end end,
}

--- Whether every counter is what the tasks themselves say, and no row belongs to nobody.
local function check_all(test)
    local counted, stored, keyed = {}, {}, 0
    for _, row in box.space.queue_task:pairs() do
        local rank = tonumber(row.rank)
        local state = rank_of.state(rank)
        local name = rank_of.queue(rank) .. '/' .. STATES[state]
        counted[name] = (counted[name] or 0) + 1
        if row.key ~= nil and state <= 3 then keyed = keyed + 1 end
    end
    for _, row in box.space.queue_stat:pairs() do
        for _, state in ipairs(STATES) do
            if row[state] ~= 0 then stored[row.queue .. '/' .. state] = tonumber(row[state]) end
        end
    end
    test:is_deeply(stored, counted, 'the statistics equal a recount')
    test:is(box.space.queue_key:len(), keyed, 'a head for each key in use')
    for _, name in ipairs({ 'payload', 'key_wait', 'expiry' }) do
        local orphans = 0
        for _, row in box.space['queue_' .. name]:pairs() do
            if box.space.queue_task:get(row.id) == nil then orphans = orphans + 1 end
        end
        test:is(orphans, 0, 'no row of nobody in ' .. name)
    end
end

world.run('random calls', {
    { ('%d random calls, seed %d, end no server and lose no count'):format(CALLS, SEED), function(test)
        math.randomseed(SEED)
        for _ = 1, CALLS do CALLS_OF[random(#CALLS_OF)]() end
        check_all(test)
    end },
})
