import { Refusal } from '@sheaf/contract'
import type { AllHandlers } from '../context.ts'

const refuse = () => {
  throw new Refusal('notFound')
}

export const truth: AllHandlers['truth'] = {
  page: refuse,
  list: refuse,
  summary: refuse,
  saveProof: refuse,
  accept: refuse,
  check: refuse,
  repos: refuse,
  care: refuse,
}

export const openTruth: Pick<AllHandlers['open'], 'getProofs' | 'reportProofs' | 'getTruth'> = {
  getProofs: refuse,
  reportProofs: refuse,
  getTruth: refuse,
}
