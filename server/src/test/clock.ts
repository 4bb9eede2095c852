import type { Product } from './product.ts'

/** Moves the server's clock forward by `seconds`. Call the returned function to reset it. */
export function later({ server: { services } }: Product, seconds: number) {
  const { now } = services
  services.now = () => now() + seconds
  return () => {
    services.now = now
  }
}

/** Stops the server's clock. Call the returned function to reset it. */
export function stopped({ server: { services } }: Product) {
  const { now } = services
  const at = now()
  services.now = () => at
  return () => {
    services.now = now
  }
}
