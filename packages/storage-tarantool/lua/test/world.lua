--- A server for one test file: the module on a clock that the test moves. It leaves its files in the
-- current directory, which should be an empty one of its own.
local fiber = require('fiber')
local fio = require('fio')
local tap = require('tap')

local manual_clock = require('test.manual_clock')
local rank_of = require('queue.rank')

local M = { clock = manual_clock, START = 1900000000000 }

local dir = fio.cwd()
fio.mkdir(dir .. '/wal')

--- The server without the module; `cfg` changes its settings.
function M.configure(cfg)
    local settings = {
        work_dir = dir, wal_dir = dir .. '/wal', memtx_memory = 64 * 1024 * 1024, memtx_max_tuple_size = 2 * 1024 * 1024, log_level = 2,
        checkpoint_interval = 0, listen = 'unix/:' .. dir .. '/test.sock',
    }
    for name, value in pairs(cfg or {}) do settings[name] = value end
    box.cfg(settings)
    M.address = box.cfg.listen
end

--- The server with the module, which is returned.
function M.start(options, cfg)
    M.configure(cfg)
    manual_clock.install(M.START)
    return require('queue').start(options or {})
end

--- A connection as this user.
function M.connect(user, password)
    return require('net.box').connect(M.address, { user = user, password = password })
end

--- Runs a test file: its name, and `name -> function(test)` in order.
function M.run(name, cases)
    local test = tap.test(name)
    test:plan(#cases)
    for _, case in ipairs(cases) do
        test:test(case[1], function(sub)
            -- The number of checks is what it turns out to be; none would prove nothing.
            local ok, err = pcall(case[2], sub)
            if not ok then sub:fail(tostring(err)) end
            sub:plan(sub.total)
            if sub.total == 0 then sub:fail('nothing was checked') end
        end)
    end
    local passed = test:check()
    os.exit(passed and 0 or 1)
end

--- The text of what `change` throws.
function M.error_of(change, ...)
    local ok, err = pcall(change, ...)
    return ok and 'nothing was thrown' or tostring(err)
end

--- Lets other fibers do all they can, and wait for their turns (see turns.lua).
function M.settle()
    for _ = 1, 10 do fiber.sleep(0) end
end

--- Puts a task into queue 1 with these fields of request.lua; its id.
function M.put(fields)
    fields = fields or {}
    fields.queue, fields.data = fields.queue or 1, fields.data or 'x'
    return require('queue').put(fields)
end

--- Takes tasks of queue 1 as a flat list of leases.
function M.take(count, visibility_ms)
    local flat = {}
    for _, task in ipairs(queue.get(1, count or 1, visibility_ms or 60000)[2]) do
        table.insert(flat, task[3])
        table.insert(flat, task[4])
    end
    return flat
end

--- The stored task, by the names of its fields, with its queue and its state.
function M.task(id)
    local tuple = box.space.queue_task:get(id)
    if tuple == nil then return nil end
    local task, rank = tuple:tomap({ names_only = true }), tonumber(tuple.rank)
    task.queue, task.state = rank_of.queue(rank), rank_of.state(rank)
    return task
end

function M.stat(queue_num)
    local row = box.space.queue_stat:get(queue_num or 1)
    return row ~= nil and row:tomap({ names_only = true }) or nil
end

return M
