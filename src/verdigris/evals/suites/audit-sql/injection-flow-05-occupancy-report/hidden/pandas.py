"""As much of pandas as the report needs."""


def read_sql(sql, con, params=None):
    return con.execute(sql, params or []).fetchall()


read_sql_query = read_sql
