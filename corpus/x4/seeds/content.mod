=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

