import type { Product } from './product.ts'

/** The server's clock goes on from so many seconds later, until the answered function is called. */
export function later({ server: { house } }: Product, seconds: number) {
  const { now } = house
  house.now = () => now() + seconds
  return () => {
    house.now = now
  }
}

/** The server's clock stands still until the answered function is called. */
export function stopped({ server: { house } }: Product) {
  const { now } = house
  const at = now()
  house.now = () => at
  return () => {
    house.now = now
  }
}
