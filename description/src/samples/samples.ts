import type { ApiCall } from '../call/call.ts'
import { curl } from './curl.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { partsOf, requestAt } from './request-of.ts'
import type { RequestParts, Sample, SampleRequest } from './types.ts'

/** The languages of samples, in the order that readers see. */
export const sampleLanguages = [
  { label: 'curl', language: 'bash', write: curl },
  { label: 'JavaScript', language: 'javascript', write: javascript },
  { label: 'Python', language: 'python', write: python },
  { label: 'Go', language: 'go', write: go },
  { label: 'Java', language: 'java', write: java },
  { label: 'PHP', language: 'php', write: php },
] satisfies { label: string; language: string; write: (request: SampleRequest) => string }[]

const SAMPLE_CHARS_MAX = 30_000

/** The samples of a request at an address; none if it cannot be shown or a sample is too long. */
export function samplesAt(parts: RequestParts, address: string): Sample[] {
  const request = requestAt(parts, address)
  if (!request) return []
  const samples = sampleLanguages.map(({ label, language, write }) => ({ label, language, text: write(request) }))
  return samples.every(({ text }) => text.length <= SAMPLE_CHARS_MAX) ? samples : []
}

/** The samples of the request that a call documents. */
export function samplesOf(call: ApiCall): Sample[] {
  const parts = partsOf(call)
  return parts ? samplesAt(parts, call.url) : []
}
