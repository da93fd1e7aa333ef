export const TABLES = { subscribers: 'news.subscribers', issues: 'news.issues' }

export const SUBSCRIBER_FIELDS = ['id', 'email', 'name', 'language', 'joined_at', 'open_count']
