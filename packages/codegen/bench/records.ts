import type { RecordPayload } from "../test/golden/record/expected.js";

/** Typical tasks: two texts, 64 bytes, four int64 of different sizes, a bool. */
export function records(count: number): RecordPayload[] {
  return Array.from({ length: count }, (_, index) => ({
    to: `user${index * 37}@example.com`,
    subject: `Your order ${1_000 + index} has been shipped`,
    body: Uint8Array.from({ length: 64 }, (_, at) => (at * index) & 0xff),
    userId: BigInt(index * 1_009),
    orderId: 1_000_000_000n + BigInt(index),
    createdAt: 1_794_996_000_000_000_000n + BigInt(index) * 1_000_003n,
    balance: -BigInt(index) * 4_000_000_001n,
    urgent: index % 2 === 0,
  }));
}

/** A document such as a `json` field holds. */
export function documents(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index * 1_000,
    user: { name: `Ada Lovelace ${index}`, email: `ada${index}@example.com`, active: true },
    items: Array.from({ length: 5 }, (_, item) => ({
      sku: `sku-${item}-${index}`,
      price: item * 1.25 + 0.1,
      quantity: item,
      note: null,
    })),
    tags: ["new", "gift", "europe"],
    total: 99.5 + index,
  }));
}
