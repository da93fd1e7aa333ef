"""Reports through SQLAlchemy, mostly with its expression language."""

from sqlalchemy import bindparam, delete, func, select, text, update
from sqlalchemy.orm import Session

from archive.tables import Document, Reader


def busiest_readers(session: Session, since, name: str | None = None):
    query = (
        select(Reader.name, func.count(Document.id).label("documents"))
        .join(Document, Document.reader_id == Reader.id)
        .where(Document.read_on >= since)
        .group_by(Reader.name)
        .order_by(text("documents DESC"))
    )
    if name:
        query = query.where(Reader.name.ilike(f"%{name}%"))
    return session.execute(query).all()


def by_shelf(session: Session, shelves: list[str]):
    statement = text("SELECT shelf, count(*) FROM documents WHERE shelf IN :shelves GROUP BY shelf")
    statement = statement.bindparams(bindparam("shelves", expanding=True))
    return session.execute(statement, {"shelves": shelves}).all()


def release(session: Session, reader_id: int) -> int:
    result = session.execute(
        update(Document).where(Document.reader_id == reader_id).values(reader_id=None)
    )
    session.execute(delete(Reader).where(Reader.id == reader_id))
    session.commit()
    return result.rowcount


def titles_like(session: Session, start: str):
    sql = text("SELECT title FROM documents WHERE title LIKE :start || '%' ORDER BY title").bindparams(start=start)
    return [row.title for row in session.execute(sql)]


def sorted_documents(session: Session, attribute: str):
    column = {"title": Document.title, "day": Document.read_on}[attribute]
    return session.scalars(select(Document).order_by(column.desc())).all()
