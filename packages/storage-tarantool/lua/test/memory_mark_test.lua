-- The mark is at 85 %.
local full_memory = require('test.full_memory')
local world = require('test.world')
world.start({}, { memtx_memory = 256 * 1024 * 1024, wal_mode = 'none' })

world.run('memory mark', {
    full_memory.case(20000, 0.84, 0.9),
    full_memory.case(900000, 0.84, 0.9),
})
