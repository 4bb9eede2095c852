import type { OssSetting, Refusal } from '@sheaf/contract'
import { StoreProblem } from '../storage/problem.ts'
import { placeOf } from '../storage/s3-place.ts'
import { shownPlace } from '../storage/s3-request.ts'
import { tryStore } from '../storage/try-store.ts'

/** Whether a store is named at all; the peer's screens keep half of it too. */
export function isComplete(form: OssSetting): boolean {
  try {
    return Boolean(placeOf(form))
  } catch (error) {
    if (error instanceof StoreProblem) return false
    throw error
  }
}

/** Whoever sets the store up is told what is wrong with it. */
export async function tryStorage(form: OssSetting): Promise<{ place: string }> {
  try {
    const place = placeOf(form)
    await tryStore(place)
    return { place: shownPlace(place) }
  } catch (error) {
    throw error instanceof StoreProblem ? error.told() : (error as Refusal)
  }
}
