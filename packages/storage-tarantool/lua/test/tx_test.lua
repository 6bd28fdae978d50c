local fio = require('fio')

local world = require('test.world')
-- Every write begins a new file, for which there has to be a directory.
world.start({}, { wal_max_size = 2 })
local queue_module = require('queue')
local rows = require('queue.rows')
local tally = require('queue.tally')
local task = require('queue.task')
local tx = require('queue.tx')
local waiters = require('queue.waiters')

--- The counters of states as the tasks themselves have them.
local function recount()
    local counts = { 0, 0, 0, 0, 0 }
    for state = 1, 5 do counts[state] = #rows.all(1, state) end
    return counts
end

local function counted()
    local stat = world.stat()
    return { stat.ready, stat.delayed, stat.taken, stat.blocked, stat.dead }
end

world.run('tx', {
    { 'a change that throws leaves nothing behind, and the statistics do not drift', function(test)
        world.put()
        local before = box.space.queue_stat:get(1)
        local err = world.error_of(tx.run, function(now)
            task.insert({
                id = 999, queue = 1, lease = 0, start_time = 0, attempts = 0, timeouts = 0, priority = 0,
                visibility_ms = 0, created_at = now.wall,
            }, 'x', now)
            tally.add(1, 'put')
            error('half-way')
        end)
        test:like(err, '^INTERNAL: .*half%-way')
        test:isnil(box.space.queue_task:get(999))
        test:is_deeply(box.space.queue_stat:get(1):totable(), before:totable())
        test:is(box.is_in_txn(), false, 'no transaction stays open')
        world.put()
        test:is_deeply(counted(), recount(), 'nor is it counted later')
    end },
    { 'one call is one transaction: a failed group leaves the others', function(test)
        local answer = queue.put({ { { 1, 'a' } }, { { 1, 'b' }, { 0, 'c' } }, { { 1, 'd' } } })
        test:is(answer[1], 3)
        test:is(#answer[2][1], 1)
        test:like(answer[2][2], '^INVALID_ARGUMENT: queue must be')
        test:is(#answer[2][3], 1)
        test:is_deeply(counted(), recount())
    end },
    { 'a put joins the transaction of the application', function(test)
        local space = box.schema.space.create('orders')
        space:create_index('pk')
        local before = world.stat().put
        box.begin()
        space:insert({ 1 })
        local id = queue_module.put({ queue = 1, data = 'x' })
        box.rollback()
        test:isnil(box.space.queue_task:get(id), 'rolled back together')
        test:is(world.stat().put, before)
        box.atomic(function()
            space:insert({ 1 })
            id = queue_module.put({ queue = 1, data = 'x', headers = { a = '1' }, key = 'k', on_key = 'keep' })
        end)
        test:isnt(box.space.queue_task:get(id), nil, 'committed together')
        test:is(world.stat().put, before + 1)
        test:is_deeply(counted(), recount())
    end },
    { 'a put that fails inside an application leaves its transaction usable', function(test)
        box.begin()
        box.space.orders:insert({ 2 })
        local err = world.error_of(queue_module.put, { queue = 0, data = 'x' })
        box.commit()
        test:like(err, '^INVALID_ARGUMENT: queue')
        test:isnt(box.space.orders:get(2), nil)
    end },
    { 'wake-ups come after the commit, and not at all after a rollback', function(test)
        local waiter = waiters.enter(1, 1, { 5 })
        box.begin()
        queue_module.put({ queue = 5, data = 'x' })
        test:isnil(waiter.woken_for)
        box.rollback()
        test:isnil(waiter.woken_for)
        box.begin()
        queue_module.put({ queue = 5, data = 'x' })
        box.commit()
        test:is(waiter.woken_for, 5)
        waiters.leave(waiter)
    end },
    { 'an error while waking is logged, and the commit stands', function(test)
        local waiter = waiters.enter(1, 1, { 6 })
        waiter.cond = nil
        local id = queue_module.put({ queue = 6, data = 'x' })
        test:isnt(box.space.queue_task:get(id), nil)
        waiters.leave(waiter)
    end },
    { 'a log that cannot be written is UNAVAILABLE, and nothing has happened', function(test)
        world.put()
        local before = recount()
        fio.rename('wal', 'away')
        fio.open('wal', { 'O_CREAT' }, 384):close()
        local err = world.error_of(world.put)
        fio.unlink('wal')
        fio.rename('away', 'wal')
        test:like(err, '^UNAVAILABLE: ')
        test:is_deeply(recount(), before)
        test:is_deeply(counted(), recount())
        test:ok(world.put() > 0, 'and goes on when it can')
    end },
})
