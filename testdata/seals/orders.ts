import { z } from 'zod'

/** The most lines of an order. */
export const MAX_LINES = 50, MIN_LINES = 1

export type Order = { id: string; lines: Line[] } // open
export interface Line {
  sku: string
  quantity: number
  total(rate: number): number
}
const pattern = /[/"'`]\/\/ no comment/g
const note = `of ${pattern.source /* the text */} and ${`nested ${1 + 2}`} // text`

@Injectable({ scope: 'request' })
export class Orders<T extends Line> extends Store<T> {
  static #open = new Map<string, Order>()
  private readonly rates = { eur: 1.1, usd: 1 }

  constructor(private readonly store: Store<T>) {
    super()
    const total = 5
    this.store = store
  }

  get total() {
    return 1 / 2 / 3
  }
  set total(value: number) {
    this.sum = value
  }

  async create(lines: T[]): Promise<{ id: string }> {
    if (lines.length > MAX_LINES) throw new Error("it's // too many")
    return { id: '1' }
  }
}

function parse(text: string): Order
function parse(text: Buffer): Order
function parse(text: any): Order {
  return JSON.parse(text)
}

export default async function* listOrders() {
  yield* [1, 2]
}

export const refunds = {
  create: async () => 1,
  'cancel-all'() {
    return 2
  },
}
exports.closeOrder = function (id) {
  const local = () => id
  return local()
}
export enum State { Open = 'open', Paid = 'paid' }
