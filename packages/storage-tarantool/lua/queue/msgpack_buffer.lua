--- Hand-written msgpack. Payloads must be stored as bin, which a Lua string cannot say, and writing the
-- bytes ourselves is faster than the way through Lua tables. Indexes compare packed integers, so every
-- integer has its shortest form. Readers return plain Lua numbers, also above 1e14, where Tarantool
-- itself would return cdata.
local bit = require('bit')
local ffi = require('ffi')

local band, rshift, bswap, tobit = bit.band, bit.rshift, bit.bswap, bit.tobit
local u32, i32 = ffi.typeof('uint32_t *'), ffi.typeof('const int32_t *')
local NIL = 0xc0
local KEPT_BYTES = 1024 * 1024

--- A growing buffer; reused, so that its content counts only until the next `reset`.
local Writer = {}
Writer.__index = Writer

local function new_writer(capacity)
    return setmetatable({
        bytes = ffi.new('uint8_t[?]', capacity), capacity = capacity, initial = capacity, size = 0,
    }, Writer)
end

function Writer:reset()
    self.size = 0
    -- A few huge payloads must not keep their memory for ever.
    if self.capacity > KEPT_BYTES then
        self.bytes, self.capacity = ffi.new('uint8_t[?]', self.initial), self.initial
    end
end

--- Makes room for `count` more bytes and returns where they begin.
function Writer:reserve(count)
    local size = self.size
    if size + count > self.capacity then
        local capacity = math.max(self.capacity * 2, size + count)
        local bytes = ffi.new('uint8_t[?]', capacity)
        ffi.copy(bytes, self.bytes, size)
        self.bytes, self.capacity = bytes, capacity
    end
    return self.bytes + size
end

function Writer:uint(n)
    local p = self:reserve(9)
    if n < 0x80 then
        p[0] = n
        self.size = self.size + 1
    elseif n < 0x100 then
        p[0], p[1] = 0xcc, n
        self.size = self.size + 2
    elseif n < 0x10000 then
        p[0], p[1], p[2] = 0xcd, rshift(n, 8), band(n, 0xff)
        self.size = self.size + 3
    elseif n < 0x100000000 then
        p[0] = 0xce
        ffi.cast(u32, p + 1)[0] = bswap(tobit(n))
        self.size = self.size + 5
    else
        local high = math.floor(n / 0x100000000)
        p[0] = 0xcf
        ffi.cast(u32, p + 1)[0] = bswap(tobit(high))
        ffi.cast(u32, p + 5)[0] = bswap(tobit(n - high * 0x100000000))
        self.size = self.size + 9
    end
end

function Writer:null()
    self:reserve(1)[0] = NIL
    self.size = self.size + 1
end

function Writer:uint_or_null(n)
    if n == nil then self:null() else self:uint(n) end
end

local function with_length(writer, marker8, marker16, marker32, length)
    local p = writer:reserve(5 + length)
    local head
    if length < 0x100 and marker8 ~= nil then
        p[0], p[1] = marker8, length
        head = 2
    elseif length < 0x10000 then
        p[0], p[1], p[2] = marker16, rshift(length, 8), band(length, 0xff)
        head = 3
    else
        p[0] = marker32
        ffi.cast(u32, p + 1)[0] = bswap(tobit(length))
        head = 5
    end
    writer.size = writer.size + head
    return p + head
end

--- `data`: a string, or where bin arguments arrive as such, a varbinary.
function Writer:bin(data, length)
    local p = with_length(self, 0xc4, 0xc5, 0xc6, length)
    ffi.copy(p, type(data) == 'string' and data or tostring(data), length)
    self.size = self.size + length
end

function Writer:str(text)
    local length = #text
    if length < 32 then
        local p = self:reserve(1 + length)
        p[0] = 0xa0 + length
        ffi.copy(p + 1, text, length)
        self.size = self.size + 1 + length
        return
    end
    ffi.copy(with_length(self, 0xd9, 0xda, 0xdb, length), text, length)
    self.size = self.size + length
end

function Writer:str_or_null(text)
    if text == nil then self:null() else self:str(text) end
end

function Writer:array(count)
    if count < 16 then
        self:reserve(1)[0] = 0x90 + count
        self.size = self.size + 1
    else
        with_length(self, nil, 0xdc, 0xdd, count)
    end
end

--- An array whose length is not known yet: always five bytes; `finish_array` writes the length.
function Writer:begin_array()
    local at = self.size
    self:reserve(5)[0] = 0xdd
    self.size = at + 5
    return at
end

function Writer:finish_array(at, count)
    ffi.cast(u32, self.bytes + at + 1)[0] = bswap(tobit(count))
end

--- Four bytes, the highest first.
local function read_32(p)
    local n = bswap(ffi.cast(i32, p)[0])
    return n < 0 and n + 0x100000000 or n
end

--- An unsigned integer or null at `p`; returns it and what follows it.
local function read_uint(p)
    local c = p[0]
    if c < 0x80 then return c, p + 1 end
    if c == 0xcf then return read_32(p + 1) * 0x100000000 + read_32(p + 5), p + 9 end
    if c == NIL then return nil, p + 1 end
    if c == 0xcc then return p[1], p + 2 end
    if c == 0xcd then return p[1] * 0x100 + p[2], p + 3 end
    return read_32(p + 1), p + 5
end

--- How many bytes an unsigned integer or null takes, by its first.
local UINT_SIZES = ffi.new('uint8_t[256]')
for c = 0, 255 do UINT_SIZES[c] = 1 end
UINT_SIZES[0xcc], UINT_SIZES[0xcd], UINT_SIZES[0xce], UINT_SIZES[0xcf] = 2, 3, 5, 9

--- What follows `count` unsigned integers or nulls.
local function skip_uints(p, count)
    for _ = 1, count do p = p + UINT_SIZES[p[0]] end
    return p
end

--- The length of a str, bin or null (-1) at `p`, and where its bytes begin.
local function read_length(p)
    local c = p[0]
    if c == NIL then return -1, p + 1 end
    if c >= 0xa0 and c < 0xc0 then return c - 0xa0, p + 1 end
    if c == 0xd9 or c == 0xc4 then return p[1], p + 2 end
    if c == 0xda or c == 0xc5 then return p[1] * 0x100 + p[2], p + 3 end
    return read_32(p + 1), p + 5
end

--- What follows a str, bin or null.
local function skip_text(p)
    local length, start = read_length(p)
    return length > 0 and start + length or start
end

--- A str or null at `p`; returns it and what follows it.
local function read_str(p)
    local length, start = read_length(p)
    if length < 0 then return nil, start end
    return ffi.string(start, length), start + length
end

return {
    new_writer = new_writer,
    read_uint = read_uint, read_length = read_length, read_str = read_str,
    skip_uints = skip_uints, skip_text = skip_text,
}
