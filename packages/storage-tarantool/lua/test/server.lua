-- The server of the conformance tests: the module on a clock that tests move, and what only tests may call.
local due = require('queue.due')
local manual_clock = require('test.manual_clock')

manual_clock.install(tonumber(os.getenv('QUEUE_TEST_NOW')))
require('queue').start({ waiters = 50 })

local SPACES = { 'task', 'payload', 'key', 'key_wait', 'expiry', 'put_id', 'record', 'stat' }

function queue.test_advance(ms)
    manual_clock.advance(ms)
    return { manual_clock.wall }
end

--- Empties everything; ids go on. A truncation of each space would take milliseconds.
function queue.test_reset()
    box.atomic(function()
        for _, name in ipairs(SPACES) do
            local space = box.space['queue_' .. name]
            local parts = space.index.pk.parts
            for _, row in ipairs(space:select()) do
                local key = {}
                for i, part in ipairs(parts) do key[i] = row[part.fieldno] end
                space:delete(key)
            end
        end
    end)
    due.clear()
    return { manual_clock.wall }
end

box.schema.user.grant('guest', 'super', nil, nil, { if_not_exists = true })
