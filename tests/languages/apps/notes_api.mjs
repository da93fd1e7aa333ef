// A REST API for notes: GET /, GET and POST /notes, GET and DELETE /notes/ID. Kept in memory.
import { realpathSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { pathToFileURL } from "node:url";

const LARGEST = 100_000;

async function bodyOf(request) {
  let text = "";
  for await (const piece of request) {
    text += piece;
    if (text.length > LARGEST) throw new RangeError("the body is too large");
  }
  return JSON.parse(text);
}

/** Return the status and the answer for one request. */
async function answered(request, notes) {
  const [, room, id] = new URL(request.url, "http://localhost").pathname.split("/");
  if (!room) return [200, { notes: "/notes" }];
  if (room !== "notes") return [404, { error: "there is no such page" }];
  if (request.method === "POST" && !id) {
    const { text } = await bodyOf(request);
    if (typeof text !== "string" || !text.trim()) return [400, { error: "text is missing" }];
    const note = { id: String(notes.next++), text };
    notes.all.set(note.id, note);
    return [201, note];
  }
  if (request.method === "GET" && !id) return [200, [...notes.all.values()]];
  const note = notes.all.get(id);
  if (!note) return [404, { error: `there is no note ${id}` }];
  if (request.method === "GET") return [200, note];
  if (request.method !== "DELETE") return [405, { error: "a note is read or deleted" }];
  notes.all.delete(id);
  return [204, undefined];
}

export function createServer() {
  const notes = { all: new Map(), next: 1 };
  return createHttpServer(async (request, response) => {
    let [status, answer] = [400, { error: "the body is no JSON" }];
    try {
      [status, answer] = await answered(request, notes);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(answer === undefined ? "" : JSON.stringify(answer));
  });
}

export function main(words) {
  const port = Number(words[words.indexOf("--port") + 1]) || Number(process.env.PORT) || 8000;
  createServer().listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  main(process.argv.slice(2));
}
