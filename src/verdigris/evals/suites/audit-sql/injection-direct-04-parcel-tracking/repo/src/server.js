import { createServer } from 'node:http'
import { findParcel, addNote } from './parcels.js'

const page = (parcel) =>
  `<h1>Parcel ${parcel.code}</h1><p>It is ${parcel.status}. Select an action from the menu.</p>`

export function serve(pool) {
  return createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost')
    const code = url.pathname.slice('/parcel/'.length)
    try {
      if (request.method === 'POST') await addNote(pool, code, url.searchParams.get('note') ?? '')
      const parcel = await findParcel(pool, code)
      response.writeHead(parcel ? 200 : 404, { 'content-type': 'text/html' })
      response.end(parcel ? page(parcel) : `Nothing found where code is ${encodeURIComponent(code)}`)
    } catch (error) {
      console.error(`${request.method} ${url.pathname}: update from ${request.socket.remoteAddress} failed`, error)
      response.writeHead(500).end()
    }
  })
}
