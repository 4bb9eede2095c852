import { useSearchParams } from 'react-router'
import { ApiError } from '../../lib/api.ts'

/** What a mailed link carries. */
export function useMailedLink() {
  const [query] = useSearchParams()
  const [uid, email, token] = [query.get('uid') ?? '', query.get('email') ?? '', query.get('token') ?? '']
  return { link: { uid, email, token }, whole: uid !== '' && email !== '' && token !== '', redirect: query.get('redirect') ?? undefined }
}

/** The server says that the link was used, is too old or was never good. */
export const isOldLink = (error: Error | null) => error instanceof ApiError && error.error === 'linkInvalid'
