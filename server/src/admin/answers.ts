import { connect } from 'node:net'
import { Refusal } from '@sheaf/contract'

const WAIT = 5000

/** Stops here unless somebody listens at this place; a directory that cannot be reached is not switched on. */
export function mustAnswer(host: string, port: number): Promise<void> {
  const silent = (problem: string) => new Refusal('directorySilent', { place: `${host}:${port}`, problem })
  if (host === '') throw new Refusal('badInput', { field: 'host' })
  return new Promise((done, fail) => {
    const socket = connect({ host: host.replace(/^ldaps?:\/\//, ''), port })
    const end = (error?: Error) => {
      socket.destroy()
      if (error) fail(error)
      else done()
    }
    socket.setTimeout(WAIT, () => end(silent('ETIMEDOUT')))
    socket.once('connect', () => end())
    socket.once('error', (error: NodeJS.ErrnoException) => end(silent(error.code ?? 'ECONNREFUSED')))
  })
}
