import { serveBytes } from './servers.ts'

const [port = '0', body = '', headers = '{}'] = process.argv.slice(2)
serveBytes(Number(port), Buffer.from(body, 'base64'), JSON.parse(headers))
