/** Large enough for shallow trees, small enough that moving half a node's entries costs little. */
const MAX_ENTRIES = 128;

interface Leaf<T> {
  readonly items: T[];
  readonly children: null;
  prev: Leaf<T> | null;
  next: Leaf<T> | null;
}

interface Branch<T> {
  /** `items[i]` is not above anything in `children[i]`, and above everything in `children[i - 1]`. */
  readonly items: T[];
  readonly children: Node<T>[];
}

type Node<T> = Leaf<T> | Branch<T>;

/**
 * A set in order: a B+ tree whose leaves are linked. Adding and removing anything costs O(log n),
 * the first and the last O(1), reading on from any position O(log n) and then O(1) an item.
 * An item's position must not change while it is in the set.
 *
 * Leaves are given up when they are empty and never merged before: queues take from the front and
 * empty whole leaves, so merging would cost more than it saves.
 */
export class OrderedSet<K, T extends K = K> {
  readonly #compare: (a: K, b: K) => number;
  #root: Node<T>;
  #head: Leaf<T>;
  #tail: Leaf<T>;
  /** Items at the beginning of the first leaf that have been removed; their places are still there. */
  #gap = 0;
  #size = 0;

  constructor(compare: (a: K, b: K) => number) {
    this.#compare = compare;
    this.#root = this.#head = this.#tail = { items: [], children: null, prev: null, next: null };
  }

  get size(): number {
    return this.#size;
  }

  first(): T | undefined {
    return this.#head.items[this.#gap];
  }

  last(): T | undefined {
    return this.#tail.items[this.#tail.items.length - 1];
  }

  add(item: T): void {
    this.#size++;
    const tail = this.#tail.items;
    // Most items come in order; they need no search while there is room.
    if (
      tail.length < MAX_ENTRIES &&
      (this.#size === 1 || this.#compare(item, tail[tail.length - 1] as T) > 0)
    ) {
      tail.push(item);
      return;
    }
    this.#closeGap();
    const split = this.#insert(this.#root, item);
    if (split !== null) {
      const items = [lowest(this.#root), lowest(split)];
      this.#root = { items, children: [this.#root, split] };
    }
  }

  /** Removes and returns the first item. */
  shift(): T | undefined {
    const first = this.first();
    if (first !== undefined) this.delete(first);
    return first;
  }

  /** Removes the item at this position; false when there is none. */
  delete(position: K): boolean {
    const items: (T | undefined)[] = this.#head.items;
    const gap = this.#gap;
    // Tasks are mostly done in the order they were taken: the first needs no search, and the others
    // need not move up for it. An empty set keeps its leaf, gap and all: it mostly fills again at once.
    if (items[gap] === position && (gap + 1 < items.length || this.#size === 1)) {
      items[gap] = undefined;
      this.#gap = gap + 1;
      this.#size--;
      return true;
    }
    this.#closeGap();
    if (!this.#remove(this.#root, position)) return false;
    this.#size--;
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0] as Node<T>;
    return true;
  }

  /** The items above `position` in order, or all, until `visit` returns false. */
  scan(position: K | undefined, visit: (item: T) => boolean): void {
    this.#closeGap();
    let leaf: Leaf<T> | null = this.#head;
    let at = 0;
    if (position !== undefined) {
      let node = this.#root;
      while (node.children !== null) node = node.children[this.#childOf(node, position)] as Node<T>;
      leaf = node;
      at = this.#above(node.items, position);
    }
    for (; leaf !== null; leaf = leaf.next, at = 0) {
      for (; at < leaf.items.length; at++) if (!visit(leaf.items[at] as T)) return;
    }
  }

  /** Everything but `first` and adding at the end looks at leaves without a gap. */
  #closeGap(): void {
    if (this.#gap === 0) return;
    this.#head.items.splice(0, this.#gap);
    this.#gap = 0;
  }

  /** How many of `items` are not above `position`. */
  #above(items: readonly T[], position: K): number {
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(items[middle] as T, position) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The child in which `position` belongs; the first one also takes what is below everything. */
  #childOf(branch: Branch<T>, position: K): number {
    return Math.max(0, this.#above(branch.items, position) - 1);
  }

  /** Adds below `node`; returns the new right half if `node` had to be split. */
  #insert(node: Node<T>, item: T): Node<T> | null {
    if (node.children === null) {
      node.items.splice(this.#above(node.items, item), 0, item);
      return node.items.length > MAX_ENTRIES ? this.#splitLeaf(node) : null;
    }
    const i = this.#childOf(node, item);
    const split = this.#insert(node.children[i] as Node<T>, item);
    if (split === null) return null;
    node.children.splice(i + 1, 0, split);
    node.items.splice(i + 1, 0, lowest(split));
    return node.items.length > MAX_ENTRIES ? splitBranch(node) : null;
  }

  #splitLeaf(leaf: Leaf<T>): Leaf<T> {
    // The last leaf grows at its end: leaving it full wastes no room on items that come in order.
    const at = leaf === this.#tail ? MAX_ENTRIES : MAX_ENTRIES >>> 1;
    const right: Leaf<T> = {
      items: leaf.items.splice(at),
      children: null,
      prev: leaf,
      next: leaf.next,
    };
    if (leaf.next === null) this.#tail = right;
    else leaf.next.prev = right;
    leaf.next = right;
    return right;
  }

  #remove(node: Node<T>, position: K): boolean {
    if (node.children === null) {
      const at = this.#above(node.items, position) - 1;
      if (at < 0 || this.#compare(node.items[at] as T, position) !== 0) return false;
      node.items.splice(at, 1);
      return true;
    }
    const i = this.#childOf(node, position);
    const child = node.children[i] as Node<T>;
    if (!this.#remove(child, position)) return false;
    if (child.items.length === 0) {
      node.children.splice(i, 1);
      node.items.splice(i, 1);
      if (child.children === null) this.#unlink(child);
    } else {
      // Never keep a removed item as a signpost: its position may change from now on. (On the way
      // to the first leaf `items[0]` may be old after `shift`, but no search depends on that one.)
      node.items[i] = lowest(child);
    }
    return true;
  }

  #unlink(leaf: Leaf<T>): void {
    if (leaf.prev === null) this.#head = leaf.next as Leaf<T>;
    else leaf.prev.next = leaf.next;
    if (leaf.next === null) this.#tail = leaf.prev as Leaf<T>;
    else leaf.next.prev = leaf.prev;
  }
}

function lowest<T>(node: Node<T>): T {
  return node.items[0] as T;
}

function splitBranch<T>(branch: Branch<T>): Branch<T> {
  const half = branch.items.length >>> 1;
  return { items: branch.items.splice(half), children: branch.children.splice(half) };
}
