-- The host application's own table, by its own Flyway.
CREATE TABLE note (order_no text PRIMARY KEY);
