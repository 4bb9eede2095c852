import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as tls from 'node:tls'

export interface Certificate {
  file: string
  keyFile: string
  /** The certificate as PEM. A client that adds it as an authority trusts the server. */
  text: string
}

/** Creates a self-signed certificate for 127.0.0.1 and localhost. */
export function aCertificate(folder: string, names = 'IP:127.0.0.1,DNS:localhost'): Certificate {
  const [file, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', [...options, '-addext', `subjectAltName=${names}`, '-keyout', keyFile, '-out', file], { stdio: 'pipe' })
  return { file, keyFile, text: readFileSync(file, 'utf8') }
}

const defaults = tls.getCACertificates()

/** Adds the certificate to this process's authorities. Without one, restores the defaults. */
export function trust(certificate?: Certificate) {
  // The installed types of Node lack this function.
  const { setDefaultCACertificates } = tls as unknown as { setDefaultCACertificates: (all: string[]) => void }
  setDefaultCACertificates([...defaults, ...(certificate ? [certificate.text] : [])])
}
