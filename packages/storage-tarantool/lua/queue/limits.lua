--- What one call may ask for. The numbers are those of the port; `start` may change the last three.
return {
    queue = 65535,
    priority = 255,
    entries = 10000,
    name_bytes = 512,
    -- 4 KiB of names and values, as JSON text, which may need six bytes for one.
    headers_bytes = 32 * 1024,
    error_bytes = 16 * 1024,
    record_bytes = 1024 * 1024,
    page_bytes = 8 * 1024 * 1024,
    time_ms = 2 ^ 53,
    --- Moves of one queue that one call makes at most.
    moves = 1000,
    payload_bytes = 1024 * 1024,
    waiters = 2000,
    --- The share of the memory above which puts are refused.
    high_water = 0.85,
}
