import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { sizeOf } from '../../lib/format/sizes.ts'
import { ProxyTooLarge } from '../../lib/upload.ts'
import { useWords } from '../../lib/words.ts'
import { attachmentWords } from '../attachment.words.ts'
import { isPicture } from '../file.ts'
import type { Entry, UploadList } from './uploads.ts'

/** A kind that is not allowed, a file too large: the same answer again. */
const PERMANENT_ERRORS = [10100, 413]

const TOO_MANY = 429
export const isTooMany = (error: unknown) => error instanceof ApiError && error.code === TOO_MANY

const none: readonly Entry<never>[] = []

export const useUploadList = (uploads: UploadList): readonly Entry<unknown>[] =>
  useSyncExternalStore(uploads.follow, uploads.list, () => none)

/** What is said of a file that is not sent or not taken. */
export function useUploadProblems() {
  const t = useWords(attachmentWords)
  const { uploadMaxMb } = useBoot()
  const refuse = useCallback(
    ({ size }: File) => {
      if (size === 0) return t.isEmpty
      return size < uploadMaxMb * 1024 * 1024 ? '' : t.tooLarge(sizeOf(size), uploadMaxMb)
    },
    [t, uploadMaxMb],
  )
  const explain = useCallback(
    (error: unknown, name: string) => {
      const reason = error instanceof ProxyTooLarge ? t.frontTooLarge : error instanceof ApiError ? error.message : String(error)
      const again = !(error instanceof ProxyTooLarge) && !(error instanceof ApiError && PERMANENT_ERRORS.includes(error.code))
      return { problem: (isPicture(name) ? t.pictureFailed : t.fileFailed)(reason || t.unknown), again }
    },
    [t],
  )
  return { refuse, explain }
}
