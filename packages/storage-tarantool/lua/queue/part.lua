--- A part of a transaction that may fail alone.
local fail = require('queue.fail')
local tally = require('queue.tally')

--- Runs `change` inside a transaction: all of it, or nothing, `nil` and the text of its error.
return function(change, a, b, c)
    local savepoint = box.savepoint()
    local before = tally.begin()
    local ok, result = pcall(change, a, b, c)
    if ok then
        tally.merge(before)
        return result
    end
    tally.restore(before)
    box.rollback_to_savepoint(savepoint)
    return nil, fail.text(result)
end
