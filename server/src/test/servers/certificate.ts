import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as tls from 'node:tls'

export interface Certificate {
  file: string
  keyFile: string
  /** As text: whoever takes this for an authority trusts the server. */
  text: string
}

/** A certificate for 127.0.0.1 and localhost that nobody but itself vouches for. */
export function aCertificate(folder: string, names = 'IP:127.0.0.1,DNS:localhost'): Certificate {
  const [file, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const given = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', [...given, '-addext', `subjectAltName=${names}`, '-keyout', keyFile, '-out', file], { stdio: 'pipe' })
  return { file, keyFile, text: readFileSync(file, 'utf8') }
}

const usual = tls.getCACertificates()

/** This process takes the certificate for an authority, or none but the usual ones again. */
export function trust(certificate?: Certificate) {
  // Newer than the types of Node that are there.
  const { setDefaultCACertificates } = tls as unknown as { setDefaultCACertificates: (all: string[]) => void }
  setDefaultCACertificates([...usual, ...(certificate ? [certificate.text] : [])])
}
